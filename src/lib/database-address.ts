/** The `target_session_attrs` that lead to a writable server; we reject the others, since the product writes. */
const writing = ["any", "read-write", "primary"];

/**
 * Splits a PostgreSQL URL with several hosts into one URL per server, like libpq: `postgres://user@a:5432,b:5432/name`, or
 * `?host=/one,/other&port=5432,5433`. Empty if the URL is invalid or asks for a read-only server.
 */
export function serversIn(address: string): string[] {
  const [, start, hosts = "", rest] = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/i.exec(address) ?? [];
  const texts = hosts.split(",").map((host) => `${start}${host}${rest}`);
  const isWhole = start && !/^,|,,|,$/.test(hosts) && texts.every((text) => URL.canParse(text));
  const servers = isWhole ? texts.map((text) => new URL(text)) : [];
  const [first] = servers;
  if (!first) return [];
  const wanted = first.searchParams.get("target_session_attrs");
  if (wanted !== null && !writing.includes(wanted)) return [];
  const named = first.searchParams.get("host")?.split(",") ?? [];
  const ports = first.searchParams.get("port")?.split(",") ?? [];
  const all = named.length > 1 ? named.map((host, index) => at(first, host, ports[index] ?? ports[0])) : servers;
  for (const { searchParams } of all) searchParams.delete("target_session_attrs");
  return all.map(({ href }) => href);
}

function at(address: URL, host: string, port: string | undefined): URL {
  const server = new URL(address);
  server.searchParams.set("host", host);
  if (port) server.searchParams.set("port", port);
  return server;
}
