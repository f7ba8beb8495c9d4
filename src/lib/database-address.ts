/** The words of libpq for a server that takes writes. The product writes, so every other word would lead it astray. */
const writing = ["any", "read-write", "primary"];

/**
 * The address of each server that a PostgreSQL address names, as libpq reads it: `postgres://user@a:5432,b:5432/name`, or
 * `?host=/one,/other&port=5432,5433`. None where it is no address, or asks for a server that takes no writes.
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
