import { createHash } from "node:crypto";

// Everything that parses Next's HTML, which is no public interface. After an upgrade, tests/unit/next-html.test.ts fails until
// tests/e2e/next-html.spec.ts has passed with the new version.
export const readsNext = "16.4.5";

const notLoaded = "This page has not loaded completely. Check the connection and load it again.";

const announced = /<link rel="preload" as="script"[^>]*>/g;
const fetched = /<script src="(\/_next\/static\/[\w./~-]+)"([^>]*)><\/script>/g;
const inline = /<script\b(?![^>]*\ssrc=)([^>]*)>([\s\S]*?)<\/script>/g;

const nonceIn = (policy: string) => /'nonce-([^']+)'/.exec(policy)?.[1];
const isVouched = (attributes: string, nonce: string) => attributes.includes(` nonce="${nonce}"`);
const hashOf = (text: string) => createHash("sha256").update(text).digest("base64");

/**
 * Defers the scripts of a page until after the first paint. Next preloads them in the head, where on a slow connection they
 * compete with styles, fonts and images (docs/performance.md).
 * @param policy the page's CSP: if it has a nonce, only scripts with that nonce are Next's
 */
export function deferScripts(page: string, policy = ""): string {
  const nonce = nonceIn(policy);
  const sources: string[] = [];
  const rest = page.replace(fetched, (script, source: string, attributes: string) => {
    if (!attributes.includes('async=""') || (nonce && !isVouched(attributes, nonce))) return script;
    sources.push(source);
    return "";
  });
  if (sources.length === 0) return page;
  const load = `const sources=${JSON.stringify(sources)},load=()=>{for(const src of sources)document.head.append(Object.assign(document.createElement("script"),{src,async:true}))}`;
  // requestAnimationFrame never fires on a hidden page.
  const late = `<script${nonce ? ` nonce="${nonce}"` : ""}>{${holdEarly};${load};${reloadOnMissingScript};document.hidden?load():requestAnimationFrame(()=>setTimeout(load))}</script>`;
  return rest.replace(announced, "").replace("</body>", () => `${late}</body>`);
}

/**
 * Makes a page cacheable: removes the nonce, which is valid for one response, and returns the hashes of the inline scripts.
 * Only scripts with the nonce get a hash, since injected content cannot know the nonce.
 */
export function withoutNonce(page: string, policy: string): { page: string; scripts: string[] } {
  const nonce = nonceIn(policy);
  if (!nonce) return { page, scripts: [] };
  const plain = (text: string) => text.replaceAll(nonce, "kept");
  const own = [...page.matchAll(inline)].filter(([, attributes = ""]) => isVouched(attributes, nonce));
  return { page: plain(page), scripts: own.map(([, , text = ""]) => hashOf(plain(text))) };
}

// Repeats after hydration a press from before it: of a submit button, so that typed input is not lost, or of a menu button. A
// form that still waits after ten seconds says why. React tolerates an element at the end of a form that it did not render.
const holdEarly = `
  const listens = () => "listens" in document.documentElement.dataset;
  const held = new Set();
  const hold = (one, act, late) => {
    if (held.has(one)) return;
    held.add(one);
    let turns = 0;
    const wait = setInterval(() => {
      if (listens()) {
        clearInterval(wait);
        act();
      } else if (++turns === 200) late?.();
    }, 50);
  };
  document.addEventListener("submit", (sent) => {
    if (listens()) return;
    const { target: form, submitter } = sent;
    sent.preventDefault();
    submitter?.setAttribute("aria-busy", "true");
    hold(form, () => {
      submitter?.removeAttribute("aria-busy");
      form.querySelector("[data-late]")?.remove();
      form.requestSubmit(submitter);
    }, () => form.insertAdjacentHTML("beforeend", '<p role="alert" data-late class="text-danger">${notLoaded}</p>'));
  }, true);
  document.addEventListener("click", ({ target }) => {
    const opener = target.closest("button[aria-expanded=false]");
    if (opener && !listens()) hold(opener, () => opener.click());
  }, true)`.replaceAll(/\n\s*/g, "");

// Reloads a page whose script is missing after an upgrade, at most once a minute. An initial script may also have failed
// because the server was down: then poll until it is back.
const reloadOnMissingScript = `
  let looks = false;
  addEventListener("error", ({ target: { src, href } }) => {
    const file = src || href;
    const isNew = performance.now() < 60000 && performance.getEntriesByType("navigation")[0]?.type === "reload";
    if (looks || isNew || !file?.includes("/_next/static/")) return;
    looks = true;
    const isFirst = sources.includes(new URL(file).pathname);
    const look = async () => {
      const status = await fetch(file, { method: "HEAD", cache: "no-store" }).then((answer) => answer.status, () => 0);
      if (status === 404 || (isFirst && status === 200)) location.reload();
      else if (isFirst) setTimeout(look, 1000);
      else looks = false;
    };
    look();
  }, true)`.replaceAll(/\n\s*/g, "");
