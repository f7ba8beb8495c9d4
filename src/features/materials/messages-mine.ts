/** The texts of the materials of one's own class; separate, because the public list loads the others. */
export const mine = {
  title: "My Materials",
  lead: "Study materials for your class.",
  leadOf: (className: string) => `Study materials for Class ${className}.`,
  placeholder: "Your study materials will appear here.",
  placeholderHint:
    "We choose them by your class, which we know from your first result. Until then, you can browse all materials.",
  ofAllClasses: "Materials of all classes",
  moreOfClass: (count: string, className: string) => `All ${count} materials for Class ${className}`,
} as const;
