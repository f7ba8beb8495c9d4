import { hasTarget } from "@/lib/links";
import type { SiteFacts } from "@/lib/site-content";
import { fileOfPicture } from "@/lib/site-pictures";
import { siteAddress } from "../site-address";

/** Who the institute is, for search engines (schema.org). */
export function StructuredData({ of }: { of: SiteFacts }) {
  const { name, tagline, description, founded, street, city, state, postcode, country, phone, email, logo, links } = of;
  const data = {
    "@context": "https://schema.org",
    "@type": "EducationalOrganization",
    name,
    slogan: tagline,
    description,
    foundingDate: String(founded),
    telephone: phone,
    email,
    url: siteAddress().href,
    logo: new URL(logo ? fileOfPicture(logo, "touch.png") : "/apple-icon.png", siteAddress()).href,
    address: {
      "@type": "PostalAddress",
      streetAddress: street,
      addressLocality: city,
      addressRegion: state || undefined,
      postalCode: postcode,
      addressCountry: country,
    },
    sameAs: links.map(({ href }) => href).filter((href) => href.startsWith("https://") && hasTarget(href)),
  };
  // Data, not a script; escaped so that no text of the institute can end the element.
  const text = JSON.stringify(data).replaceAll("<", "\\u003c");
  // biome-ignore lint/security/noDangerouslySetInnerHtml: escaped above
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: text }} />;
}
