import { classFacet } from "@/components/table/class-facet";
import type { Facet } from "@/components/table/facet";
import { screens as copy } from "../messages-screens";
import { loginStates, studentStates } from "../schema-states";

/** The filters of the roster; the year only if there are several years. @param className the class that the roster shows */
export function studentFacets(
  years: readonly { _id: string; label: string }[],
  sections: readonly string[],
  className: number | undefined,
): Facet[] {
  const { facets } = copy;
  const year = { name: "year", label: facets.year, options: years.map(({ _id, label }) => ({ value: _id, label })) };
  return [
    ...(years.length > 1 ? [year] : []),
    classFacet(facets.class, className),
    {
      name: "section",
      label: facets.section,
      options: sections.map((value) => ({ value, label: copy.section(value) })),
    },
    { name: "login", label: facets.login, options: loginStates.map((value) => ({ value, label: copy.logins[value] })) },
    {
      name: "state",
      label: facets.state,
      options: studentStates.map((value) => ({ value, label: copy.states[value] })),
    },
    {
      name: "guardian",
      label: facets.guardian,
      options: [{ value: "missing", label: copy.guardians.missing }],
    },
    {
      name: "consent",
      label: facets.consent,
      options: [{ value: "missing", label: copy.consents.missing }],
    },
    {
      name: "code",
      label: facets.code,
      options: [{ value: "declined", label: copy.codes.declined }],
    },
  ];
}
