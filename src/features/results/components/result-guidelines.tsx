import { adding } from "../messages-add";

/** The guidelines for adding a result (spec §2): beside the form, or before it where there is no room. */
export function ResultGuidelines() {
  return (
    <section className="ruled grid content-start gap-2 pt-3 max-xl:order-first xl:pt-5">
      <h2 className="text-lg">{adding.guidelinesTitle}</h2>
      <ul className="grid list-disc gap-1 ps-5 text-sm marker:text-accent xl:gap-2">
        {adding.guidelines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  );
}
