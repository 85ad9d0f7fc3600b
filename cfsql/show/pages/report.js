"use strict";
// Filters the explanations by label, opens and closes them, and opens all for print.
// The page can be read without it.
(function () {
  const rows = Array.from(document.querySelectorAll("#explanations > details"));
  const controls = document.getElementById("controls");
  const isShown = (row) => !row.hidden;

  if (controls !== null) {
    const label = document.getElementById("label");
    const shown = document.getElementById("shown");
    const setOpen = (isOpen) => () => {
      for (const row of rows.filter(isShown)) row.open = isOpen;
    };
    const filter = () => {
      for (const row of rows) {
        row.hidden = label.value !== "" && row.dataset.label !== label.value;
      }
      const number = rows.filter(isShown).length;
      const all = number === rows.length ? "" : " of " + rows.length;
      shown.textContent = number + all + (rows.length === 1 ? " row" : " rows");
    };
    label.addEventListener("change", filter);
    document.getElementById("open").addEventListener("click", setOpen(true));
    document.getElementById("close").addEventListener("click", setOpen(false));
    // A browser may remember the choice when the page is loaded again.
    filter();
    controls.hidden = false;
  }

  let closed = [];
  window.addEventListener("beforeprint", () => {
    closed = Array.from(document.querySelectorAll("details:not([open])"));
    for (const each of closed) each.open = true;
  });
  window.addEventListener("afterprint", () => {
    for (const each of closed) each.open = false;
  });
})();
