const reserved = /(^|\.)(example|test|invalid|localhost|example\.(com|net|org))$/i;

/** False for placeholder links: empty, a bare `#`, or a domain reserved for examples (RFC 2606). */
export function hasTarget(href: string): boolean {
  if (href === "" || href === "#") return false;
  if (!URL.canParse(href)) return href.startsWith("/");
  const { protocol, hostname, pathname } = new URL(href);
  const domain = protocol === "mailto:" ? (pathname.split("@")[1] ?? "") : hostname;
  return protocol === "tel:" || (domain !== "" && !reserved.test(domain));
}
