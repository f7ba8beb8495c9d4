import { readdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { describe, expect, it } from "vitest";
import { firstPageOf, linkOfPath, linksOf, pages, rightOfPath } from "@/features/pages";
import { may, type Right } from "@/lib/may";
import type { Grant } from "@/lib/principal";

const kinds = {
  teacher: { role: "teacher", className: 7, section: "A", subjectKeys: ["mathematics"] },
  office: { role: "office" },
  administrator: { role: "administrator" },
} as const satisfies Record<string, Grant>;
type Kind = keyof typeof kinds;

type More = { role?: "user" | "admin"; lacksSecondStep?: boolean; isGuardian?: boolean };
const principalOf = (grants: readonly Grant[], more: More = {}) => ({
  ...{ userId: "a", role: "admin" as const, grants, lacksSecondStep: false, isGuardian: false },
  ...more,
});
const opens = (kind: Kind) => (right: Right) => may(principalOf([kinds[kind]]), right);

const staff: readonly Kind[] = ["teacher", "office", "administrator"];
const office: readonly Kind[] = ["office", "administrator"];
const administrator: readonly Kind[] = ["administrator"];

const table: Record<string, readonly Kind[]> = {
  "/admin": staff,
  "/admin/account": staff,
  "/admin/activity": administrator,
  "/admin/backup": administrator,
  "/admin/add-results": office,
  "/admin/add-schedule": staff,
  "/admin/children": [],
  "/admin/closed-days": office,
  "/admin/get-info": office,
  "/admin/import": office,
  "/admin/institute": administrator,
  "/admin/mail": office,
  "/admin/materials": staff,
  "/admin/not-open": staff,
  "/admin/notices": staff,
  "/admin/overview": staff,
  "/admin/overview/tests": staff,
  "/admin/privacy-requests": administrator,
  "/admin/report-cards": staff,
  "/admin/results": staff,
  "/admin/results/statistics": staff,
  "/admin/settings": administrator,
  "/admin/staff": administrator,
  "/admin/messages": office,
  "/admin/status": administrator,
  "/admin/students": staff,
  "/admin/students/confirm": office,
  "/admin/students/promote": office,
  "/admin/subjects": office,
  "/admin/tasks": office,
  "/admin/upload-materials": staff,
};

const own = pages.filter(({ area }) => area === "admin").map(({ path }) => path);

/** Pages that only lead to another one. */
const leads = { people: "/admin/privacy-requests", schedules: "/admin/add-schedule" };

describe("pages of the office", () => {
  it.each(Object.entries(leads))("/admin/%s leads to %s", async (name, to) => {
    const { default: Page } = await import(`../../src/app/admin/${name}/page.tsx`);
    expect(() => Page()).toThrow(expect.objectContaining({ digest: expect.stringContaining(`;${to};`) }));
  });

  it("every page has a row that says who opens it", () => {
    expect(own.sort()).toEqual(Object.keys(table).sort());
  });

  it.each(Object.entries(table))("%s opens to %j and to nobody else", (path, expected) => {
    const right = rightOfPath(path);
    expect(staff.filter((kind) => opens(kind)(right))).toEqual(expected);
    expect(may(null, right)).toBe(false);
    // On the user side an administrator is only family, and is asked to change sides first.
    expect(may(principalOf([kinds.administrator], { role: "user" }), right)).toBe(right === "family");
    expect(may(principalOf([kinds.administrator], { lacksSecondStep: true }), right)).toBe(
      rightOfPath("/admin/account") === right,
    );
  });

  it("every page file asks for its own path, so that it has the right of its row", () => {
    const files = readdirSync("src/app/admin", { recursive: true, encoding: "utf8" });
    const faults = files
      .filter((file) => file.endsWith("page.tsx"))
      .filter((file) => {
        const source = readFileSync(`src/app/admin/${file}`, "utf8");
        const folder = dirname(file) === "." ? "" : `/${dirname(file)}`;
        const path = `/admin${folder.replaceAll("[", `$`.concat("{")).replaceAll("]", "}")}`;
        const asks = [`requireRole("admin", "${path}")`, `requireRole("admin", \`${path}\`)`];
        // These lead on to a page that asks.
        const others = ['<AccountPage of="admin" />', ...Object.values(leads).map((to) => `redirect("${to}")`)];
        return ![...asks, ...others].some((one) => source.includes(one));
      });
    expect(faults).toEqual([]);
  });

  it("a page below another one needs the same right, and an unknown page is for administrators only", () => {
    expect(rightOfPath("/admin/students/promote")).toBe("office");
    expect(rightOfPath("/admin/nowhere")).toBe("administrator");
    expect(linkOfPath("/admin/students/some-id")).toEqual({ label: "Students", right: "teaching" });
    expect(linkOfPath("/user/results")).toBeUndefined();
    expect(linkOfPath("javascript:alert(1)")).toBeUndefined();
  });

  it.each(staff)("the side panel of a %s has the pages that open, and the office begins with the first", (kind) => {
    const shown = linksOf("admin").filter(({ right }) => opens(kind)(right));
    const expected = Object.entries(table).filter(([path, who]) => who.includes(kind) && linkOfPath(path));
    expect(shown.map(({ href }) => href).sort()).toEqual(expected.map(([path]) => path).sort());
    expect(firstPageOf(opens(kind))).toBe("/admin/upload-materials");
  });

  it("staff who are guardians can open their own children, with or without the second step", () => {
    for (const kind of staff) {
      const guardian = principalOf([kinds[kind]], { isGuardian: true });
      expect(may(guardian, rightOfPath("/admin/children/some-id"))).toBe(true);
      expect(may({ ...guardian, lacksSecondStep: true }, rightOfPath("/admin/children"))).toBe(true);
    }
  });

  it("for staff who lack the second step, the office begins with the account", () => {
    const isOpen = (right: Right) => may(principalOf([kinds.office], { lacksSecondStep: true }), right);
    expect(firstPageOf(isOpen)).toBe("/admin/account");
  });
});
