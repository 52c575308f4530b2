type Cookie = Readonly<{ name: string; value: string; path: string }>;

/** A minimal browser for sign-ins: stores cookies by path, sends them back, does not follow redirects. */
export class Browser {
  readonly #cookies = new Map<string, Cookie>();

  async get(url: string, headers: Record<string, string> = {}): Promise<Response> {
    return this.#send(url, { method: 'GET', headers });
  }

  async post(url: string, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Response> {
    return this.#send(url, { method: 'POST', body: new URLSearchParams(fields), headers });
  }

  /** Every cookie regardless of its path: what a malicious client would send. */
  cookieHeader(): string {
    return [...this.#cookies.values()].map(({ name, value }) => `${name}=${value}`).join('; ');
  }

  cookieValues(): string[] {
    return this.cookies().map(({ value }) => value);
  }

  cookies(): readonly Cookie[] {
    return [...this.#cookies.values()];
  }

  async #send(url: string, init: RequestInit & { headers: Record<string, string> }): Promise<Response> {
    const { pathname } = new URL(url);
    const cookie = [...this.#cookies.values()]
      .filter(({ path }) => pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
    const headers = cookie ? { ...init.headers, cookie } : init.headers;
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) this.keep(line);
    return response;
  }

  /** In the format of a Set-Cookie header. */
  keep(line: string): void {
    const [pair = '', ...attributes] = line.split(/;\s*/);
    const [name = '', value = ''] = pair.split('=');
    const path = attributes.find((attribute) => attribute.startsWith('path='))?.slice(5) ?? '/';
    if (value) this.#cookies.set(`${path} ${name}`, { name, value, path });
    else this.#cookies.delete(`${path} ${name}`);
  }
}

/** The target of a redirect. Throws for anything else. */
export function location(response: Response): string {
  const target = response.headers.get('location');
  if (!target) throw new Error(`Expected a redirect, got ${response.status}.`);
  return new URL(target, response.url).href;
}
