import { beforeEach, describe, expect, it } from "vitest";
import { db } from "@/server/db/client";
import { createAdmin, createGuardian, createStudent, result, tokenFor } from "../factories";
import { resetDatabase } from "../harness/database";
import { everything } from "../harness/database-digest";
import { openDoor, refusalIn } from "./rest-client";

const { ask } = await openDoor();

beforeEach(resetDatabase);

describe("GET /api/admin/results/{email}", () => {
  const read = (email: string, token: string | null) => ask("GET", `/api/admin/results/${email}`, { token });

  it("another student's results are treated like those of an unknown email, in any spelling", async () => {
    const [a, b] = [await createStudent({ email: "asha.rao@example.org" }), await createStudent()];
    await Promise.all([result(a), result(b)]);
    const token = await tokenFor(b);
    const bodyOf = async (email: string) => {
      const answer = await read(email, token);
      return [
        answer.status,
        Object.fromEntries([...answer.headers].filter(([name]) => name !== "date" && name !== "x-request-id")),
        await answer.text(),
      ];
    };
    const unknown = await bodyOf("nobody@example.org");
    expect(unknown[0]).toBe(404);
    for (const spelling of [
      a.email,
      a.email.toUpperCase(),
      encodeURIComponent(a.email),
      encodeURIComponent(encodeURIComponent(a.email)),
      "%61sha.rao%40example.org",
      encodeURIComponent("ａｓｈａ.rao@example.org"),
      encodeURIComponent(` ${a.email} `),
      encodeURIComponent(`${b.email},${a.email}`),
      encodeURIComponent(`${a.email}\u200b`),
      `${a.email}?email=${b.email}`,
      `${a.email};${b.email}`,
      `${a.email}%20or%201=1`,
      "%25",
      "*",
    ]) {
      expect(await bodyOf(spelling), spelling).toEqual(unknown);
    }
  });

  it("visitors are rejected before the email is checked", async () => {
    const { email } = await createStudent();
    expect(await refusalIn(await read(email, null))).toEqual(await refusalIn(await read("nobody@example.org", null)));
  });

  it("an email that the database cannot store is rejected", async () => {
    const token = await tokenFor(await createAdmin());
    for (const email of ["%00", "a%00b@example.org", "x".repeat(1001)]) {
      expect(await refusalIn(await read(email, token))).toMatchObject({ status: 400, code: "BAD_REQUEST" });
    }
    expect((await read("%E0%A4%A", token)).status).toBe(400);
  });

  it("a student without results responds with 404, even to the administrator", async () => {
    const { email } = await createStudent();
    expect(await refusalIn(await read(email, await tokenFor(await createAdmin())))).toMatchObject({
      status: 404,
      message: "No results found. Please contact your teacher.",
    });
  });

  it("the student and the administrator get all results, with the newest one's fields on top", async () => {
    const student = await createStudent({ email: "asha@example.org" });
    await result(student, { score: 20, totalMarks: 50, createdAt: new Date("2026-01-01") });
    await result(student, { score: 45, totalMarks: 50, gpa: 9.5, createdAt: new Date("2026-02-01") });
    for (const token of [await tokenFor(student), await tokenFor(await createAdmin())]) {
      for (const spelling of ["asha@example.org", "ASHA%40example.org", encodeURIComponent("ａsha@example.org")]) {
        const answer = await read(spelling, token);
        expect(answer.status).toBe(200);
        expect(answer.headers.get("cache-control")).toBe("no-store");
        const { results, ...newest } = await answer.json();
        expect(newest).toMatchObject({
          score: 45,
          totalMarks: 50,
          percentage: 90,
          className: "7",
          gpa: 9.5,
          grade: "A+",
        });
        expect(results).toHaveLength(2);
        expect(results[0]).toEqual(newest);
        expect(results[1]).toMatchObject({ score: 20, gpa: null });
      }
    }
  });
});

describe("paging of a student's results", () => {
  it("paging returns all results, with the newest one's fields on every page", async () => {
    const student = await createStudent({ email: "asha@example.org" });
    const rows = Array.from({ length: 1_205 }, (_, index) => ({
      ...{ studentId: student.id, className: 7, score: index % 100, totalMarks: 100 },
      // Some with equal times.
      createdAt: new Date(Date.UTC(2026, 0, 1) + Math.floor(index / 3) * 60_000),
    }));
    await db().result.createMany({ data: rows });
    const inOrder = await db().result.findMany({ orderBy: [{ createdAt: "desc" }, { id: "desc" }] });
    const [own, admin] = [await tokenFor(student), await tokenFor(await createAdmin())];
    const walks = [
      ["/api/admin/results/asha@example.org", admin, 2],
      ["/api/admin/results/asha@example.org?limit=500", own, 3],
      ["/api/me/results", own, 2],
      ["/api/me/results?limit=400", own, 4],
    ] as const;
    for (const [start, token, pages] of walks) {
      const ids: string[] = [];
      let path: string | undefined = start;
      for (let page = 1; path !== undefined; page += 1) {
        const answer = await ask("GET", path, { token });
        const { results, ...newest } = (await answer.json()) as { _id: string; results: { _id: string }[] };
        expect([path, answer.status, newest._id]).toEqual([path, 200, inOrder[0]?.id]);
        expect(answer.headers.get("cache-control")).toBe("no-store");
        ids.push(...results.map(({ _id }) => _id));
        path = /^<(.+)>; rel="next"$/.exec(answer.headers.get("link") ?? "")?.[1];
        if (path === undefined) expect([start, page]).toEqual([start, pages]);
      }
      expect(ids).toEqual(inOrder.map(({ id }) => id));
    }
  });

  it("an empty list responds with 404, an invalid page with 400", async () => {
    const student = await createStudent();
    const [own, admin] = [await tokenFor(student), await tokenFor(await createAdmin())];
    expect(await refusalIn(await ask("GET", "/api/me/results", { token: own }))).toMatchObject({
      status: 404,
      message: "No results found. Please contact your teacher.",
    });
    await result(student);
    for (const path of ["/api/me/results", `/api/admin/results/${student.email}`]) {
      for (const query of ["limit=0", "limit=1001", "limit=many", "cursor=junk"])
        expect((await ask("GET", `${path}?${query}`, { token: own })).status, path + query).toBe(400);
    }
    expect(await refusalIn(await ask("GET", "/api/me/results", { token: admin }))).toMatchObject({ status: 403 });
    expect(await refusalIn(await ask("GET", "/api/me/results"))).toMatchObject({ status: 401 });
  });
});

describe("results of a child", () => {
  it("a guardian finds their children, and the results of a child without an address", async () => {
    const child = await createStudent();
    await db().user.update({ where: { id: child.id }, data: { email: null, username: "kv-7" } });
    await result(child, { score: 41, totalMarks: 50 });
    const token = await tokenFor(await createGuardian({ of: [child] }));
    const [found] = await (await ask("GET", "/api/me/children", { token })).json();
    expect(found).toMatchObject({ _id: child.id, seesResults: true, unread: 1 });
    const ofChild = `/api/me/results?studentId=${found._id}`;
    expect(await (await ask("GET", ofChild, { token })).json()).toMatchObject({ score: 41, results: [{ score: 41 }] });
    const refused = { status: 400, issues: [{ path: ["studentId"] }] };
    expect(await refusalIn(await ask("GET", "/api/me/results", { token }))).toMatchObject(refused);
    for (const who of [await createStudent(), await createGuardian({ of: [await createStudent()] })])
      expect((await ask("GET", ofChild, { token: await tokenFor(who) })).status).toBe(404);
  });
});

describe("POST /api/admin/results/add", () => {
  const add = async (results: unknown, token?: string) =>
    ask("POST", "/api/admin/results/add", { token: token ?? (await tokenFor(await createAdmin())), json: { results } });
  const good = { studentEmail: "asha@example.org", className: "7", score: "45", totalMarks: 50 };

  it("adding results rejects all if one student is not registered, and names each", async () => {
    await createStudent({ email: good.studentEmail });
    const token = await tokenFor(await createAdmin());
    const before = await everything();
    const refusal = await refusalIn(await add([good, { ...good, studentEmail: "who@example.org" }], token));
    expect(refusal).toMatchObject({ status: 404, message: "No student is registered with this email." });
    expect(refusal.issues?.[0]?.path).toEqual(["results", 1, "studentEmail"]);
    expect(await everything()).toBe(before);
  });

  it("adding results rejects all if one is invalid, and names its position", async () => {
    await createStudent({ email: good.studentEmail });
    const token = await tokenFor(await createAdmin());
    for (const [fault, field] of [
      [{ score: 51 }, "score"],
      [{ score: -1 }, "score"],
      [{ score: { $gt: 0 } }, "score"],
      [{ totalMarks: 0 }, "totalMarks"],
      [{ className: "Class 13" }, "className"],
      [{ gpa: 11 }, "gpa"],
      [{ percentage: {} }, "percentage"],
      [{ grade: "A+" }, "grade"],
    ] as const) {
      const refusal = await refusalIn(await add([good, { ...good, ...fault }], token));
      expect(refusal, field).toMatchObject({ status: 400, code: "BAD_REQUEST" });
      expect(refusal.issues?.[0]?.path).toEqual(["results", 1, field]);
    }
    expect(await db().result.count()).toBe(0);
  });

  it.each([[undefined], [[]], [{}], ["all"], [[null]]])("adding results rejects %j as results", async (results) => {
    expect((await add(results)).status).toBe(400);
  });

  it("adding a single result returns its fields beside the message (decision 22)", async () => {
    await createStudent({ email: good.studentEmail });
    const answer = await add([good]);
    expect(answer.status).toBe(201);
    const { message, results, ...only } = await answer.json();
    expect(message).toBe("Result added successfully!");
    expect(only).toMatchObject({ studentEmail: good.studentEmail, score: 45, percentage: 90, className: "7" });
    expect(results).toEqual([only]);
  });

  it.each([100, "90 %", "", null])(
    "adding a result ignores the given percentage of %j and computes it",
    async (percentage) => {
      await createStudent({ email: good.studentEmail });
      const answer = await add([{ ...good, percentage }]);
      expect([answer.status, await answer.json()]).toMatchObject([201, { score: 45, totalMarks: 50, percentage: 90 }]);
    },
  );

  it("adding several results returns a list in the same order", async () => {
    await createStudent({ email: good.studentEmail });
    const said = await (await add([good, { ...good, score: 1 }])).json();
    expect(Object.keys(said).sort()).toEqual(["message", "results"]);
    expect(said.results).toMatchObject([{ score: 45 }, { score: 1 }]);
  });
});

describe("POST /api/admin/results/take-back", () => {
  it("takes an added result and a correction back, and refuses the second time, naming the place in the list", async () => {
    const [asha, token] = [await createStudent(), await tokenFor(await createAdmin())];
    const post = (path: string, json: object) => ask("POST", `/api/admin/results/${path}`, { token, json });
    const old = await result(asha, { createdAt: new Date("2026-11-01T09:00:00Z"), score: 40 });
    const given = { studentEmail: asha.email, className: 7, score: 30, totalMarks: 50 };
    const added = await (await post("add", { results: [given] })).json();
    const corrected = await (await post("correct", { id: old.id, score: 44, reason: "The sum" })).json();
    const ids = [added._id, corrected._id];
    expect((await post("take-back", { ids })).status).toBe(204);
    const { results } = await (await ask("GET", "/api/me/results", { token: await tokenFor(asha) })).json();
    expect(results).toMatchObject([{ _id: old.id, score: 40 }]);

    const before = await everything();
    for (const [json, status, path] of [
      [{ ids: [added._id] }, 410, ["ids", 0]],
      [{ ids: [corrected._id] }, 404, ["ids", 0]],
      [{ ids: [old.id] }, 409, ["ids", 0]],
      [{ ids: [] }, 400, ["ids"]],
      [{ id: old.id }, 400, ["ids"]],
    ] as const) {
      const refusal = await refusalIn(await post("take-back", json));
      expect(refusal, JSON.stringify(json)).toMatchObject({ status });
      expect(refusal.issues?.[0]?.path).toEqual(path);
    }
    expect(await everything()).toBe(before);
  });
});
