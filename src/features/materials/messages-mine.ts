/** The texts of a person's own class materials; separate, because the public list loads the other texts. */
export const mine = {
  title: "My Materials",
  lead: "Study materials for your class.",
  leadOf: (className: string) => `Study materials for Class ${className}.`,
  placeholder: "Your study materials will appear here.",
  placeholderHint:
    "The materials of your class appear here once the office has put you into one. Until then, you can browse all materials.",
  ofAllClasses: "Materials of all classes",
  moreOfClass: (count: string, className: string) => `All ${count} materials for Class ${className}`,
} as const;
