import { expect, it } from "vitest";
import { routesOfPages } from "@/http/page-routes";

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
