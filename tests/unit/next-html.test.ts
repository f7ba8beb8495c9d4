import { createHash } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { deferScripts, readsNext, withoutNonce } from "@/http/next-html";
import { dependencies } from "../../package.json";

const own = (name: string, nonce = "") => `<script src="/_next/static/chunks/${name}.js" async=""${nonce}></script>`;
const page = (head: string, body = "") => `<html><head>${head}</head><body>${body}</body></html>`;

const policy = "script-src 'self' 'nonce-abc'";

it("next-html.ts was checked with this version of Next; else run `npx playwright test next-html` and update `readsNext`", () => {
  expect(dependencies.next).toBe(readsNext);
});

describe("deferred scripts", () => {
  it("deferScripts loads each script once, at the end of the page", () => {
    const made = deferScripts(page(own("a") + own("b"), `<p>Hello</p>${own("c")}`));
    expect(made).not.toContain("<script src=");
    expect(made).toMatch(/<script>.*"\/_next\/static\/chunks\/a\.js",".*b\.js",".*c\.js".*\}<\/script><\/body>/);
  });

  it("deferScripts leaves other content and other scripts unchanged", () => {
    const foreign =
      '<script src="/elsewhere.js" async=""></script><script src="/_next/static/chunks/old.js" noModule=""></script>';
    expect(deferScripts(page(foreign))).toBe(page(foreign));
    expect(deferScripts(page("", own("typed")), policy)).toBe(page("", own("typed")));
  });

  it("deferScripts gives its inline script the page's nonce", () => {
    const made = deferScripts(page(own("a", ' nonce="abc"')), policy);
    expect(made).toContain('<script nonce="abc">{const ');
    expect(made).not.toContain("<script src=");
  });

  it("deferScripts removes the preload links", () => {
    const announced = '<link rel="preload" as="script" fetchPriority="low" href="/_next/static/chunks/a.js"/>';
    expect(deferScripts(page(announced + own("a")))).not.toContain("preload");
  });
});

const hashOf = (text: string) => createHash("sha256").update(text).digest("base64");

describe("cacheable page", () => {
  it("withoutNonce hashes only the scripts that carry the page's nonce", () => {
    const page =
      '<script nonce="n0nce">own("n0nce")</script><script>typed()</script><script nonce="kept">typed()</script>';
    const made = withoutNonce(page, "script-src 'self' 'nonce-n0nce'");
    expect(made.scripts).toEqual([hashOf('own("kept")')]);
    expect(made.page).not.toContain("n0nce");
  });

  it("withoutNonce returns the same page for every nonce", () => {
    const made = (nonce: string) => withoutNonce(`<script nonce="${nonce}">1</script>`, `script-src 'nonce-${nonce}'`);
    expect(made("one")).toEqual(made("another"));
  });

  it("withoutNonce hashes no script of a page without a nonce", () => {
    const page = '<script id="x">1</script>';
    expect(withoutNonce(page, "script-src 'self' 'unsafe-inline'")).toEqual({ page, scripts: [] });
  });

  it("withoutNonce hashes no external script", () => {
    const page = '<script src="/a.js" async="" nonce="n0nce"></script>';
    expect(withoutNonce(page, "script-src 'nonce-n0nce'").scripts).toEqual([]);
  });
});

describe("a press before React listens", () => {
  type Listener = (event: object) => void;

  /** Runs the inline script with stand-ins for all that it touches. */
  function started() {
    const dataset: { listens?: string } = {};
    const listeners: Record<string, Listener> = {};
    const documentElement = { dataset };
    const addEventListener = (type: string, listener: Listener) => {
      listeners[type] = listener;
    };
    const [, text = ""] = /<script>(.*)<\/script><\/body>/s.exec(deferScripts(page(own("a")))) ?? [];
    const given = {
      document: { documentElement, addEventListener },
      addEventListener() {},
      requestAnimationFrame() {},
    };
    new Function(...Object.keys(given), text)(...Object.values(given));
    return {
      listen: () => Object.assign(dataset, { listens: "" }),
      fire: (type: string, event: object) => listeners[type]?.(event),
    };
  }

  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function sentForm() {
    const submitter = { setAttribute: vi.fn(), removeAttribute: vi.fn() };
    const note = { remove: vi.fn() };
    const form = { insertAdjacentHTML: vi.fn(), querySelector: () => note, requestSubmit: vi.fn() };
    return { form, submitter, note, sent: { target: form, submitter, preventDefault: vi.fn() } };
  }

  it("a form that is sent twice is busy immediately, and is sent once when the page listens", () => {
    const { listen, fire } = started();
    const { form, submitter, sent } = sentForm();
    fire("submit", sent);
    fire("submit", sent);
    expect(submitter.setAttribute).toHaveBeenCalledWith("aria-busy", "true");
    listen();
    vi.advanceTimersByTime(60);
    expect(submitter.removeAttribute).toHaveBeenCalledWith("aria-busy");
    expect(form.requestSubmit.mock.calls).toEqual([[submitter]]);
    fire("submit", sent);
    expect(sent.preventDefault).toHaveBeenCalledTimes(2);
    vi.advanceTimersByTime(20_000);
    expect(form.insertAdjacentHTML).not.toHaveBeenCalled();
  });

  it("a form that still waits after ten seconds says so once, until it is sent after all", () => {
    const { listen, fire } = started();
    const { form, note, sent } = sentForm();
    fire("submit", sent);
    vi.advanceTimersByTime(9_900);
    expect(form.insertAdjacentHTML).not.toHaveBeenCalled();
    vi.advanceTimersByTime(20_000);
    expect(form.insertAdjacentHTML).toHaveBeenCalledExactlyOnceWith(
      "beforeend",
      expect.stringMatching(/^<p role="alert".*>This page has not loaded completely\./),
    );
    listen();
    vi.advanceTimersByTime(60);
    expect([note.remove, form.requestSubmit].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
  });

  it("a menu opens once the page listens, and later presses are not repeated", () => {
    const { listen, fire } = started();
    const opener = { click: vi.fn() };
    const pressed = { target: { closest: (what: string) => (what === "button[aria-expanded=false]" ? opener : null) } };
    fire("click", pressed);
    fire("click", pressed);
    fire("click", { target: { closest: () => null } });
    listen();
    vi.advanceTimersByTime(60);
    fire("click", pressed);
    vi.advanceTimersByTime(60);
    expect(opener.click).toHaveBeenCalledTimes(1);
  });
});
