/** The messages of emails about materials. */
export const news = {
  subject: (count: number) => (count === 1 ? "New study material" : "New study materials"),
  sentence: (name: string, subject: string, className: number) =>
    `New study material: ${name} (${subject}, Class ${className}).`,
  more: (count: number) => (count === 1 ? "And one more." : `And ${count} more.`),
  link: "See the materials",
} as const;
