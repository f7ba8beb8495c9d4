type Fetch = (input: string, init?: RequestInit) => Promise<Response>;
type Listener = (event: { loaded: number }) => void;

/** The part of XMLHttpRequest that UploadThing's client uses, on top of `send`. */
export function xmlHttpRequestOver(send: Fetch) {
  return class {
    status = 0;
    statusText = "";
    response: unknown = null;
    responseType = "";
    readonly #listeners = new Map<string, Listener>();
    readonly #headers: Record<string, string> = {};
    readonly #stop = new AbortController();
    #target: [method: string, url: string] = ["GET", ""];
    readonly upload = { addEventListener: (name: string, listener: Listener) => this.on(`upload ${name}`, listener) };

    on(name: string, listener: Listener): void {
      this.#listeners.set(name, listener);
    }

    addEventListener(name: string, listener: Listener): void {
      this.on(name, listener);
    }

    open(method: string, url: string): void {
      this.#target = [method, url];
    }

    setRequestHeader(name: string, value: string): void {
      this.#headers[name] = value;
    }

    abort(): void {
      this.#stop.abort();
    }

    async send(body: FormData): Promise<void> {
      const [method, url] = this.#target;
      try {
        const answer = await send(url, { method, headers: this.#headers, body, signal: this.#stop.signal });
        this.status = answer.status;
        this.statusText = answer.statusText;
        this.response = await answer.json().catch(() => null);
        const file = body.get("file");
        this.#listeners.get("upload progress")?.({ loaded: file instanceof File ? file.size : 0 });
        this.#listeners.get("load")?.({ loaded: 0 });
      } catch {
        this.#listeners.get("error")?.({ loaded: 0 });
      }
    }
  };
}
