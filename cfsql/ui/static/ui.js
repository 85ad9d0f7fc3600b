"use strict";
// Replaces parts of a page in place of loading it anew. Without it, every link and
// every form works as a page of its own.
(function () {
  const root = document.documentElement;
  root.classList.add("js");

  const TYPING = 250; // milliseconds until what is typed is asked
  const SOON = 120; // until the reasons are asked for: another answer comes first
  const AGAIN = 150; // until an answer that takes long is looked for again
  const byId = (id) => document.getElementById(id);
  // What is said here is said by the page, in its language.
  const words = document.body.dataset;

  const say = (text) => {
    const status = byId("status");
    if (status !== null) status.textContent = text;
  };
  const trouble = (text) => {
    const place = byId("trouble");
    if (place === null) return;
    place.textContent = text;
    place.hidden = text === "";
  };

  // Things that only a script can do.

  const showButtons = () => {
    for (const button of document.querySelectorAll("button[data-copy], button[data-print]")) {
      button.hidden = false;
    }
  };
  document.addEventListener("click", (event) => {
    const button = event.target.closest("button[data-copy]");
    if (button === null) return;
    const what = button.dataset.copy;
    const text = what === "link" ? location.href : byId(what).textContent;
    const label = Array.from(button.childNodes);
    navigator.clipboard.writeText(text).then(
      () => {
        button.textContent = words.sayCopied;
        say(words.sayCopied);
        setTimeout(() => button.replaceChildren(...label), 1500);
      },
      () => say(words.sayRefused)
    );
  });

  document.addEventListener("click", (event) => {
    if (event.target.closest("button[data-print]") !== null) window.print();
  });

  let opened = [];
  window.addEventListener("beforeprint", () => {
    opened = Array.from(document.querySelectorAll("main details:not([open])"));
    for (const each of opened) each.open = true;
  });
  window.addEventListener("afterprint", () => {
    for (const each of opened) each.open = false;
  });

  showButtons();
  if (byId("ask") === null) return;

  // The question folds on a phone, unless somebody has opened it.
  const narrow = window.matchMedia("(max-width: 50rem)");
  const fold = () => { byId("question").open = !narrow.matches; };
  narrow.addEventListener("change", fold);
  fold();

  // Asking.

  let current = null; // what is being asked
  let timer = 0; // until it is asked, or looked for again
  let slow = 0; // until the page says that it waits
  let soon = 0; // until the reasons are asked for
  let loading = null; // the reasons that are being asked for

  const address = () => {
    // The form is replaced with every answer.
    const form = byId("ask");
    const given = new URLSearchParams();
    for (const [name, value] of new FormData(form)) {
      if (value !== "" || name.startsWith("v.") || name === "label") given.append(name, value);
    }
    return form.getAttribute("action") + "?" + given.toString();
  };

  const forget = () => {
    clearTimeout(timer);
    clearTimeout(slow);
    if (current !== null) current.abort();
    current = null;
    // Reasons that are not there yet make way for the next answer.
    clearTimeout(soon);
    if (loading !== null) loading.abort();
    loading = null;
  };

  const ask = async (url, keep) => {
    forget();
    const asked = new AbortController();
    current = asked;
    if (keep === "push" && url !== location.pathname + location.search) {
      history.pushState(null, "", url);
    }
    slow = setTimeout(() => byId("answer").setAttribute("aria-busy", "true"), 180);
    let page;
    try {
      const response = await fetch(url, {
        headers: { "X-Cfsql-Parts": "1" },
        signal: asked.signal,
      });
      page = new DOMParser().parseFromString(await response.text(), "text/html");
    } catch (error) {
      if (asked.signal.aborted) return;
      clearTimeout(slow);
      byId("answer").removeAttribute("aria-busy");
      trouble(words.sayStopped);
      return;
    }
    if (asked.signal.aborted) return;
    clearTimeout(slow);
    current = null;
    trouble("");
    show(page, url);
  };

  // Parts of the page that follow the answer; what is typed into stays as it is.
  const show = (page, url) => {
    const main = page.getElementById("main");
    if (page.getElementById("answer") === null) {
      // Another page: the key has expired, the database is locked.
      trouble(main === null ? words.sayStopped : main.innerText.trim().replace(/\s*\n\s*/g, " "));
      byId("answer").removeAttribute("aria-busy");
      return;
    }
    const waiting = page.querySelector("#answer[data-waiting] #waiting");
    if (waiting !== null) {
      // What was there stays until there is something else to read.
      const before = byId("waiting");
      if (before !== null) before.replaceWith(document.adoptNode(waiting));
      else {
        for (const title of waiting.querySelectorAll("h1, h2")) title.remove();
        byId("answer").prepend(document.adoptNode(waiting));
      }
      byId("answer").setAttribute("aria-busy", "true");
      say(words.sayLooking);
      timer = setTimeout(() => ask(url, "stay"), AGAIN);
      return;
    }
    const focused = document.activeElement;
    const id = focused === null ? "" : focused.id;
    const isText = focused instanceof HTMLInputElement && /^(search|text)$/.test(focused.type);
    const range = isText ? [focused.selectionStart, focused.selectionEnd] : null;
    const sql = byId("sql");
    const hasSql = sql !== null && sql.open;
    const reasons = byId("why");
    const case_ = byId("case");

    const answer = page.getElementById("answer");
    if (case_ !== null && answer.querySelector("#case") !== null) {
      // A form that is being filled in is not taken away: it is given what was asked.
      for (const field of answer.querySelectorAll("#case input")) {
        const own = field.id === "" ? null : case_.querySelector("#" + field.id);
        if (own !== null && own.value !== field.value) own.value = field.value;
      }
      answer.querySelector("#case").replaceWith(case_);
    }
    const why = answer.querySelector("#why");
    if (why !== null && reasons !== null && !reasons.hasAttribute("data-load")
        && reasons.dataset.of === why.dataset.of) {
      why.replaceWith(reasons);
    }
    document.title = page.title;
    const old = byId("question");
    const top = old.scrollTop;
    const wasOpen = new Map();
    for (const each of document.querySelectorAll("#question details, #columns")) {
      wasOpen.set(each.id, each.open);
    }
    byId("answer").replaceWith(document.adoptNode(answer));
    // All that states the question, on the screen and on paper, is renewed together.
    for (const fresh of page.querySelectorAll("[data-question]")) {
      byId(fresh.id).replaceWith(document.adoptNode(fresh));
    }
    old.scrollTop = top;
    for (const [name, isOpen] of wasOpen) {
      if (byId(name) !== null) byId(name).open = isOpen;
    }
    if (hasSql && byId("sql") !== null) byId("sql").open = true;
    showButtons();
    const again = id === "" ? null : byId(id);
    if (again !== null) {
      again.focus({ preventScroll: true });
      if (range !== null && again.value !== undefined) again.setSelectionRange(...range);
    } else if (id !== "") {
      byId("main").focus({ preventScroll: true });
    }
    const told = document.querySelector("#sentence, #problem .notice");
    say(told === null ? "" : told.textContent);
    soon = setTimeout(loadWhy, SOON);
  };

  // The reasons come after the answer.
  const loadWhy = async () => {
    const place = byId("why");
    if (place === null || !place.dataset.load) return;
    const asked = new AbortController();
    loading = asked;
    try {
      let response;
      do {
        response = await fetch(place.dataset.load, { signal: asked.signal });
      } while (response.status === 202);
      if (!response.ok) return;
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      const found = page.getElementById("why");
      if (found !== null && byId("why") === place) place.replaceWith(document.adoptNode(found));
    } catch (error) {
      if (!asked.signal.aborted) trouble(words.sayStopped);
    }
  };

  // What asks.

  const later = () => {
    forget();
    timer = setTimeout(() => ask(address(), "push"), TYPING);
  };
  const isTyped = (field) =>
    field instanceof HTMLInputElement && /^(search|text|number)$/.test(field.type);
  const isOurs = (field) => field.form !== null && field.form === byId("ask");

  document.addEventListener("input", (event) => {
    const field = event.target;
    if (!isOurs(field)) return;
    if (isTyped(field)) later();
    else ask(address(), "push");
  });
  document.addEventListener("submit", (event) => {
    if (event.target !== byId("ask")) return;
    event.preventDefault();
    ask(address(), "push");
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-inplace]");
    if (link === null || event.button !== 0 || event.ctrlKey || event.metaKey
        || event.shiftKey || event.altKey) return;
    const url = new URL(link.href);
    if (url.origin !== location.origin || url.pathname !== location.pathname) return;
    event.preventDefault();
    ask(url.pathname + url.search, "push");
  });
  window.addEventListener("popstate", () => ask(location.pathname + location.search, "stay"));

  if (byId("answer").dataset.waiting) {
    timer = setTimeout(() => ask(location.pathname + location.search, "stay"), AGAIN);
  } else {
    loadWhy();
  }
})();
