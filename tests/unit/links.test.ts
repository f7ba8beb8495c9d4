import { expect, it } from "vitest";
import { hasTarget } from "@/lib/links";

it.each(["/about", "https://lyceum.edu.in/team", "mailto:meera@lyceum.edu.in", "tel:+917125550142"])(
  "the link %s has a target",
  (href) => expect(hasTarget(href)).toBe(true),
);

it.each([
  "",
  "#",
  "nothing",
  "https://linkedin.example/in/meera-kulkarni",
  "https://www.example.com/",
  "http://localhost:3000/",
  "mailto:meera@lyceum.example",
  "mailto:",
])("the link %j is a placeholder", (href) => expect(hasTarget(href)).toBe(false));
