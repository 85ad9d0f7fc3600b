"""Downloads from a local server that fails in the ways that real ones do."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from urllib.request import Request

import pytest

from cfsql.datasets.dataset import Source
from cfsql.datasets.download import Downloader, _NoDowngrade, default_cache
from cfsql.errors import DownloadFailed, WrongUse
from tests.support import file_server
from tests.support.file_server import FileServer, cut_after, free_port, status

CONTENT = bytes(range(256)) * 40


def source(*urls: str) -> Source:
    return Source("a test", "none", "https://example.org/page", urls, ())


def downloader(folder: Path, **options: Any) -> Downloader:
    chosen: dict[str, Any] = {"pauses": (0, 0), "timeout": 5, **options}
    return Downloader(folder / "cache", **chosen)


@pytest.fixture
def served(server: FileServer) -> Source:
    """A file on the server."""
    server.files["/some data.zip"] = CONTENT
    return source(f"{server.url}/some%20data.zip")


def test_a_file_is_downloaded_once(
    server: FileServer, served: Source, tmp_path: Path
) -> None:
    for _ in range(2):
        path = downloader(tmp_path).get(served)
        assert path == tmp_path / "cache" / "some data.zip"
        assert path.read_bytes() == CONTENT
    assert server.asked == [("/some data.zip", None)]
    assert list(path.parent.iterdir()) == [path]


def test_a_file_is_downloaded_anew_by_force_but_once_in_a_run(
    server: FileServer, served: Source, tmp_path: Path
) -> None:
    downloader(tmp_path).get(served)
    server.files["/some data.zip"] = b"new"
    anew = downloader(tmp_path, force=True)

    assert [anew.get(served).read_bytes() for _ in range(2)] == [b"new"] * 2
    assert len(server.asked) == 2


def test_a_cut_download_goes_on_where_it_ended(
    server: FileServer, served: Source, tmp_path: Path
) -> None:
    server.faults = [cut_after(3000), cut_after(2000)]
    told: list[str] = []

    path = downloader(tmp_path, tell=told.append).get(served)

    assert path.read_bytes() == CONTENT
    assert [asked for _, asked in server.asked] == [None, "bytes=3000-", "bytes=5000-"]
    assert [line.split(" ", 1)[1] for line in told[1:]] == [
        "was cut off 7,240 bytes before its end; trying again",
        "was cut off 5,240 bytes before its end; trying again",
    ]


def test_a_download_goes_on_in_a_later_run(
    server: FileServer, served: Source, tmp_path: Path
) -> None:
    server.faults = [cut_after(3000)]
    with pytest.raises(DownloadFailed, match=r"was cut off .*, 1 time; run this"):
        downloader(tmp_path, pauses=()).get(served)
    assert not (tmp_path / "cache" / "some data.zip").exists()

    path = downloader(tmp_path).get(served)

    assert path.read_bytes() == CONTENT
    assert server.asked[-1] == ("/some data.zip", "bytes=3000-")
    assert list(path.parent.iterdir()) == [path]


def test_a_part_of_a_file_that_has_changed_is_not_gone_on_with(
    server: FileServer, served: Source, tmp_path: Path
) -> None:
    server.faults = [cut_after(3000)]
    with pytest.raises(DownloadFailed):
        downloader(tmp_path, pauses=()).get(served)
    server.files["/some data.zip"] = changed = CONTENT[::-1]

    assert downloader(tmp_path).get(served).read_bytes() == changed


@pytest.mark.parametrize("n_bytes", [len(CONTENT), len(CONTENT) + 5])
def test_a_part_that_is_too_long_is_thrown_away(
    server: FileServer, served: Source, tmp_path: Path, n_bytes: int
) -> None:
    (tmp_path / "cache").mkdir()
    (tmp_path / "cache" / "some data.zip.part").write_bytes(b"x" * n_bytes)

    assert downloader(tmp_path).get(served).read_bytes() == CONTENT


def test_a_part_that_was_not_asked_for_is_thrown_away(
    server: FileServer, served: Source, tmp_path: Path
) -> None:
    server.faults = [cut_after(3000), file_server.other_range]

    assert downloader(tmp_path).get(served).read_bytes() == CONTENT


def test_a_server_without_ranges_is_asked_for_all_of_it_again(
    server: FileServer, served: Source, tmp_path: Path
) -> None:
    server.has_ranges = False
    server.faults = [cut_after(3000)]

    assert downloader(tmp_path).get(served).read_bytes() == CONTENT


@pytest.mark.parametrize(
    "fault",
    [
        status(503),
        status(429),
        file_server.no_answer,
        file_server.cut_without_length,
        cut_after(0),
    ],
    ids=["503", "429", "no answer", "cut without a length", "cut at once"],
)
def test_what_may_pass_is_tried_again(
    server: FileServer, served: Source, tmp_path: Path, fault: file_server.Fault
) -> None:
    server.faults = [fault]

    assert downloader(tmp_path).get(served).read_bytes() == CONTENT
    assert len(server.asked) == 2


def test_a_file_may_come_without_its_length(
    server: FileServer, served: Source, tmp_path: Path
) -> None:
    server.faults = [file_server.without_length]

    assert downloader(tmp_path).get(served).read_bytes() == CONTENT


def test_a_server_that_keeps_failing_is_left_alone_after_some_attempts(
    server: FileServer, served: Source, tmp_path: Path
) -> None:
    server.faults = [status(503)] * 9

    with pytest.raises(DownloadFailed, match=r"503 Service Unavailable.*, 3 times"):
        downloader(tmp_path).get(served)

    assert len(server.asked) == 3


def test_a_server_that_falls_silent_is_not_waited_for_forever(
    server: FileServer, served: Source, tmp_path: Path
) -> None:
    server.faults = [file_server.stall]

    with pytest.raises(DownloadFailed, match="nothing came in time"):
        downloader(tmp_path, timeout=0.2, pauses=()).get(served)


def test_a_file_that_is_not_there_is_looked_for_at_its_other_address(
    server: FileServer, tmp_path: Path
) -> None:
    server.files["/old.zip"] = CONTENT
    both = source(f"{server.url}/new.zip", f"{server.url}/old.zip")

    assert downloader(tmp_path).get(both) == tmp_path / "cache" / "old.zip"
    assert downloader(tmp_path).get(both).read_bytes() == CONTENT
    assert [path for path, _ in server.asked] == ["/new.zip", "/old.zip"]


def test_a_file_that_is_nowhere_is_said_to_be_at_its_page(
    server: FileServer, tmp_path: Path
) -> None:
    both = source(f"{server.url}/new.zip", f"{server.url}/old.zip")

    with pytest.raises(DownloadFailed) as caught:
        downloader(tmp_path).get(both)

    for words in ("new.zip", "404", "https://example.org/page", str(tmp_path)):
        assert words in str(caught.value)


@pytest.mark.parametrize("host", ["127.0.0.1", "no-such-host.invalid"])
def test_without_a_network_it_is_said_what_to_do(host: str, tmp_path: Path) -> None:
    host = f"{host}:{free_port()}"
    with pytest.raises(DownloadFailed) as caught:
        downloader(tmp_path, pauses=[9]).get(source(f"http://{host}/a.zip"))

    assert f"cannot reach {host}" in str(caught.value)
    assert "connect to the internet" in str(caught.value)
    assert str(tmp_path / "cache") in str(caught.value)


def test_a_host_that_does_not_answer_is_asked_no_more(
    server: FileServer, tmp_path: Path
) -> None:
    server.files = {"/a.zip": b"a", "/b.zip": b"b"}
    server.faults = [file_server.no_answer] * 9
    tired = downloader(tmp_path)
    for name in ("a.zip", "b.zip"):
        with pytest.raises(DownloadFailed, match="cannot reach"):
            tired.get(source(f"{server.url}/{name}"))

    assert [path for path, _ in server.asked] == ["/a.zip"] * 3


def test_a_mirror_has_the_files_under_the_same_names(
    server: FileServer, tmp_path: Path
) -> None:
    server.files["/copies/Training Dataset.arff"] = CONTENT
    mirrored = downloader(tmp_path, mirror=f"{server.url}/copies/")

    path = mirrored.get(source("https://example.org/00327/Training%20Dataset.arff"))

    assert path.read_bytes() == CONTENT


@pytest.mark.parametrize("mirror", ["file:///etc", "some/folder", "ftp://example.org"])
def test_a_mirror_is_a_web_address(mirror: str, tmp_path: Path) -> None:
    with pytest.raises(WrongUse, match="mirror= takes an https address"):
        downloader(tmp_path, mirror=mirror)


def test_no_redirection_leads_away_from_https() -> None:
    request = Request("https://example.org/a.zip")
    with pytest.raises(DownloadFailed, match="leads to http:"):
        _NoDowngrade().redirect_request(
            request, None, 302, "Found", {}, "http://example.org/a.zip"
        )


def test_progress_is_told_in_kilobytes(
    server: FileServer, served: Source, tmp_path: Path
) -> None:
    class Noted:
        steps: list[tuple[str, int]] = []  # noqa: RUF012

        def track(
            self, step: str, items: Sequence[int], *, until: float = 1.0
        ) -> Iterator[int]:
            self.steps.append((step, len(items)))
            yield from items

    server.faults = [cut_after(3 * 1024)]
    downloader(tmp_path, progress=Noted()).get(served)

    assert Noted.steps == [("some data.zip, kB", 10), ("some data.zip, kB", 7)]


def test_a_cache_that_cannot_be_made_is_refused(served: Source, tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file")

    with pytest.raises(WrongUse, match="cache="):
        downloader(tmp_path).get(served)


def test_downloads_are_kept_in_the_users_cache(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert default_cache() == tmp_path / "cfsql" / "datasets"
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert default_cache() == Path.home() / ".cache" / "cfsql" / "datasets"
