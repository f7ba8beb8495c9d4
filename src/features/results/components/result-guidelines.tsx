import { adding } from "../messages-add";

/** The guidelines for adding a result (spec §2). */
export function ResultGuidelines() {
  return (
    <section className="ruled grid content-start gap-4 pt-5">
      <h2 className="text-xl">{adding.guidelinesTitle}</h2>
      <ul className="grid list-disc gap-3 ps-5 marker:text-accent">
        {adding.guidelines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  );
}
