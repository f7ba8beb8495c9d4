export type Call = <Answer>(procedure: string, json: unknown, read?: boolean) => Promise<Answer>;

export function callerFor(url: string, token: string): Call {
  const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
  return async (procedure, json, read) => {
    const path = `${url}/api/trpc/${procedure}`;
    const answer = read
      ? await fetch(`${path}?input=${encodeURIComponent(JSON.stringify({ json }))}`, { headers })
      : await fetch(path, { method: "POST", headers, body: JSON.stringify({ json }) });
    if (answer.status !== 200) throw new Error(`${procedure}: ${answer.status} ${await answer.text()}`);
    return ((await answer.json()) as { result: { data: { json: never } } }).result.data.json;
  };
}
