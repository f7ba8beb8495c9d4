const announced = /<link rel="preload" as="script"[^>]*>/g;
const fetched = /<script src="(\/_next\/static\/[\w./~-]+)"([^>]*)><\/script>/g;

/**
 * A page that is painted first and fetches its scripts then. Next asks for them in the page's head, where on a slow line they
 * take the way from the style, the type and the picture that somebody waits for.
 * @param nonce of a page with what people typed: only scripts that carry it are Next's
 */
export function paintedFirst(page: string, nonce?: string): string {
  const by = nonce ? ` nonce="${nonce}"` : "";
  const sources: string[] = [];
  const rest = page.replace(fetched, (script, source: string, attributes: string) => {
    if (!attributes.includes('async=""') || !attributes.includes(by)) return script;
    sources.push(source);
    return "";
  });
  if (sources.length === 0) return page;
  const load = `const sources=${JSON.stringify(sources)},load=()=>{for(const src of sources)document.head.append(Object.assign(document.createElement("script"),{src,async:true}))}`;
  // A page that nobody sees is not painted.
  const late = `<script${by}>${patient};{${load};${renewed};document.hidden?load():requestAnimationFrame(()=>setTimeout(load))}</script>`;
  return rest.replace(announced, "").replace("</body>", () => `${late}</body>`);
}

// Whoever sends a form before its script listens has it sent once it does, and loses nothing that was typed.
const patient = `document.addEventListener("submit",(sent)=>{const{target:form,submitter}=sent,listens=()=>Object.keys(form).some((key)=>key.startsWith("__reactProps"));if(listens())return;sent.preventDefault();const wait=setInterval(()=>{if(listens()){clearInterval(wait);form.requestSubmit(submitter)}},50)},true)`;

// A page from before an upgrade may ask for a script that is gone: it is then fetched anew, but not twice within a minute. A
// script that the page begins with may also have been asked for while nobody answered.
const renewed = `
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
