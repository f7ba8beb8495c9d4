import { readdirSync } from "node:fs";
import { expect, it } from "vitest";
import { knownPage, routesOfPages } from "@/http/page-routes";
import { handleUnknownPage } from "@/http/unknown-page";

const routeOf = routesOfPages();

it.each([
  ["/", "/"],
  ["/about", "/about"],
  ["/login", "/login"],
  ["/admin/get-info", "/admin/get-info"],
  ["/dashboard", "/dashboard"],
  ["/api/auth/login", "/api/auth/login"],
  ["/api/auth/session", "/api/auth/[...nextauth]"],
  ["/api/uploads/asha@example.org", "/api/uploads/[key]"],
  ["/api/nowhere/asha@example.org", "/api/[[...rest]]"],
  ["/api", "/api/[[...rest]]"],
  ["/nowhere/asha@example.org/x", "/[...path]"],
  ["/robots.txt", "/(file)"],
  ["/pictures/one.svg", "/(file)"],
  ["/_next/static/chunks/a.js", "/_next/static"],
  ["//about", "/[...path]"],
  ["*", "/(unknown)"],
])("the route of %s is %s", (path, route) => {
  expect(routeOf(path)).toBe(route);
});

const id = "Kq-7x";
const files = readdirSync("src/app", { recursive: true, encoding: "utf8" });
const pages = files
  .flatMap((file) => /^(.*)\/page\.tsx$/.exec(file)?.[1] ?? [])
  .map((folder) => `/${folder}`.replaceAll(/\/\([^)]*\)/g, "").replaceAll(/\[\w+\]/g, id))
  .filter((path) => path !== "");
const locationOf = (path: string) =>
  handleUnknownPage(new Request(`https://school.example${path}`)).headers.get("location");

it("every page in another letter case redirects to itself, with the parts of its address and its query unchanged", () => {
  expect(pages.length).toBeGreaterThan(60);
  for (const path of [...pages, "/dashboard"]) {
    const shouted = path.replaceAll(/[^/]+/g, (part) => (part === id ? id : part.toUpperCase()));
    expect(shouted).not.toBe(path);
    expect(locationOf(`${shouted}?Q=x`), shouted).toBe(`${path}?Q=x`);
    expect(knownPage(path)).toBe(path);
  }
  for (const path of ["/admin/NOTICES/New", "/admin/notices/New"]) expect(knownPage(path)).toBe("/admin/notices/new");
});

it.each(["/", "/nowhere", "/Admin/nowhere", "/Verify", "/verify//", "/API/Materials", "//About", "/[...path]"])(
  "%s is no page, in any letter case",
  (path) => {
    expect(locationOf(path)).toBe("/#unknown");
  },
);
