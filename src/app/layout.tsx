import type { Metadata, Viewport } from "next";
import localFont from "next/font/local";
import type { ReactNode } from "react";
import { Toaster } from "@/components/ui/toaster";
import { shownSite, socialPicture } from "@/http/site";
import { fileOfPicture, signOf } from "@/lib/site-pictures";
import { Listening } from "./listening";
import { siteAddress } from "./site-address";
import "./globals.css";

const figtree = localFont({
  src: "../../node_modules/@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2",
  weight: "300 900",
  variable: "--font-figtree",
  declarations: [
    {
      prop: "unicode-range",
      value:
        "U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD",
    },
  ],
});

// Loaded only by pages with characters in its range.
const figtreeExt = localFont({
  src: "../../node_modules/@fontsource-variable/figtree/files/figtree-latin-ext-wght-normal.woff2",
  weight: "300 900",
  variable: "--font-figtree-ext",
  preload: false,
  adjustFontFallback: false,
  declarations: [
    {
      prop: "unicode-range",
      value:
        "U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+0304,U+0308,U+0329,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF",
    },
  ],
});

// A prerendered page cannot carry a nonce, so its policy would have to allow every inline script.
export const dynamic = "force-dynamic";

const pictureAlt = (name: string, tagline: string) =>
  `${name}. ${tagline} A teacher and three students at a desk before an arched window.`;

export async function generateMetadata(): Promise<Metadata> {
  const { facts } = await shownSite();
  const { name, tagline, description, logo } = facts;
  const picture = socialPicture(facts);
  return {
    title: { default: `${name}: ${tagline}`, template: `%s | ${name}` },
    description,
    applicationName: name,
    formatDetection: { telephone: false },
    metadataBase: siteAddress(),
    // Each page sets its own title and description.
    openGraph: {
      type: "website",
      siteName: name,
      locale: "en_IN",
      images: [{ url: picture.src, width: picture.width, height: picture.height, alt: pictureAlt(name, tagline) }],
    },
    icons: logo
      ? { icon: signOf({ facts }), apple: fileOfPicture(logo, "touch.png") }
      : { icon: { url: "/icon.svg", type: "image/svg+xml", sizes: "any" }, apple: "/apple-icon.png" },
    twitter: { card: "summary_large_image" },
  };
}

export const viewport: Viewport = {
  // The colour of the browser's own frame; it cannot use our CSS variables.
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#fbf8f2" },
    { media: "(prefers-color-scheme: dark)", color: "#0f1a1d" },
  ],
  colorScheme: "light dark",
};

export default function RootLayout({ children }: { children: ReactNode }) {
  return (
    <html lang="en" className={`${figtree.variable} ${figtreeExt.variable}`}>
      <body>
        <a
          href="#content"
          className="fixed start-4 top-4 z-50 -translate-y-24 rounded-md bg-accent px-5 py-3 font-semibold text-on-accent focus:translate-y-0 print:hidden"
        >
          Skip to content
        </a>
        {children}
        <Toaster />
        <Listening />
      </body>
    </html>
  );
}
