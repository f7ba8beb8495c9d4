const reserved = /(^|\.)(example|test|invalid|localhost|example\.(com|net|org))$/i;

/** False for a link that leads nowhere: empty, a bare `#`, or of a domain that is reserved for examples (RFC 2606). */
export function hasTarget(href: string): boolean {
  if (href === "" || href === "#") return false;
  if (!URL.canParse(href)) return href.startsWith("/");
  const { protocol, hostname, pathname } = new URL(href);
  const domain = protocol === "mailto:" ? (pathname.split("@")[1] ?? "") : hostname;
  return protocol === "tel:" || (domain !== "" && !reserved.test(domain));
}
