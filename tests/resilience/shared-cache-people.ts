import { randomUUID } from "node:crypto";
import { adminToken } from "../harness/announcer";
import { type Call, logInTo } from "../harness/logged-in";
import type { SharedCache } from "../harness/nginx";
import { administrator, studentPassword as password } from "../harness/product";
import type { Figure } from "./figures";

const requirement = "shared cache";

const input = (value: object) => `?batch=1&input=${encodeURIComponent(JSON.stringify({ 0: { json: value } }))}`;
const withExpired = `/api/trpc/materials.list${input({ limit: 24, includeExpired: true })}`;

/** The same URLs for every user, with different contents. */
const personal = [
  ...["/user", "/user/results", "/user/my-materials", "/user/account", "/dashboard", "/login", "/api/auth/session"],
  ...[
    "/admin",
    "/admin/get-info",
    "/admin/privacy-requests",
    "/admin/settings",
    "/admin/mail",
    "/admin/activity",
    "/admin/status",
    "/api/services",
  ],
  ...["results.mine", "results.classes", "results.unread", "account.get"].map(
    (name) => `/api/trpc/${name}${input({})}`,
  ),
  ...["services.list", "records.listEvents", "records.listMails", "records.status"].map(
    (name) => `/api/trpc/${name}${input({})}`,
  ),
  withExpired,
];

type Walker = { name: string; call: Call; seesAll?: true; marks: string[] };

const post = (body: object, headers: Record<string, string> = {}): RequestInit => ({
  method: "POST",
  headers: { "content-type": "application/json", ...headers },
  body: JSON.stringify(body),
});

/** A student with a session, a token and a result. */
async function student(url: string, authorization: string): Promise<Walker[]> {
  const word = randomUUID().slice(0, 8);
  const [name, email, examName] = [`Student ${word}`, `${word}@school.example`, `Exam ${word}`];
  await expectOk(await fetch(`${url}/api/student/signup`, post({ name, email, password })));
  const results = [{ studentEmail: email, className: "7", score: 40, totalMarks: 50, examName }];
  await expectOk(await fetch(`${url}/api/admin/results/add`, post({ results }, { authorization })));
  const login = await expectOk(await fetch(`${url}/api/student/login`, post({ email, password })));
  const { token } = (await login.json()) as { token: string };
  const byToken: Call = (path, init) =>
    fetch(url + path, { ...init, redirect: "manual", headers: { ...init?.headers, authorization: `Bearer ${token}` } });
  return [
    { name: `${name} by cookie`, call: await logInTo(url, { email, password }), marks: [word, token] },
    { name: `${name} by token`, call: byToken, marks: [word, token] },
  ];
}

async function expectOk(answer: Response): Promise<Response> {
  if (!answer.ok) throw new Error(`${answer.url}: ${answer.status} ${await answer.text()}`);
  return answer;
}

/** Two students and the administrator request everything in turns, and then a visitor. */
export async function peopleApart({ url, keptOnDisk }: SharedCache, addresses: string[]): Promise<Figure[]> {
  const authorization = `Bearer ${await adminToken(url)}`;
  const family = `Family ${randomUUID().slice(0, 8)}`;
  const form = {
    selectedClass: "7",
    name: family,
    parentName: "Mohan",
    email: "a@b.example",
    phone: "+91 98765 43210",
  };
  await expectOk(await fetch(`${url}/api/services/submit`, post(form)));
  const students = [...(await student(url, authorization)), ...(await student(url, authorization))];
  const admin: Walker = { name: "admin", call: await logInTo(url, administrator), seesAll: true, marks: [family] };
  const visitor: Walker = {
    name: "visitor",
    call: (path, init) => fetch(url + path, { ...init, redirect: "manual" }),
    marks: [],
  };
  const walkers = [...students, admin, ...students.toReversed(), visitor];
  const marks = [...new Set(walkers.flatMap((walker) => walker.marks))];

  const faults: string[] = [];
  const own = new Set<string>();
  for (const path of [...personal, ...addresses]) {
    const bodies = new Set<string>();
    for (const walker of walkers) {
      // Uncompressed, so that the files of the cache can be searched.
      const answer = await walker.call(path, { headers: { "accept-encoding": "identity" } });
      const text = await answer.text();
      bodies.add(text);
      const found = marks.filter((mark) => text.includes(mark));
      for (const mark of found) if (walker.marks.includes(mark)) own.add(mark);
      const isOthers = !walker.seesAll && found.some((mark) => !walker.marks.includes(mark));
      if (isOthers) faults.push(`${walker.name} got another user's data at ${path}`);
      const isKept = answer.headers.get("x-cache") === "HIT";
      if (isKept && answer.headers.getSetCookie().length > 0) faults.push(`a cookie from the cache at ${path}`);
      if (isKept && personal.includes(path)) faults.push(`${walker.name} got a cached ${path}`);
    }
    if (addresses.includes(path) && bodies.size > 1) faults.push(`${bodies.size} versions of ${path}`);
  }
  const kept = (await keptOnDisk()).toString("latin1");
  const lying = [...marks, authorization].filter((mark) => kept.includes(mark)).length;
  const cookies = kept.match(/^set-cookie:/gim)?.length ?? 0;
  const seen = students.every(({ marks: [word = ""] }) => own.has(word)) && own.has(family);
  return [
    {
      requirement,
      what: `two students by cookie and token, the administrator and a visitor at ${personal.length} personal and ${addresses.length} public URLs, in turns`,
      wanted: "each user gets the own data, and public responses are equal",
      measured:
        faults.length > 0
          ? faults.slice(0, 3).join("; ")
          : seen
            ? "each user gets the own data, and public responses are equal"
            : "a user did not get the own data",
      holds: faults.length === 0 && seen,
    },
    {
      requirement,
      what: `contents of the nginx cache on disk (${kept.length} bytes)`,
      wanted: "no personal data and no cookie",
      measured: lying + cookies > 0 ? `${lying} marks, ${cookies} cookies` : "no personal data and no cookie",
      holds: lying === 0 && cookies === 0 && kept.length > 0,
    },
  ];
}
