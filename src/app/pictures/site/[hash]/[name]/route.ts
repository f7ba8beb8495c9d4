import { handleSitePicture } from "@/http/site-picture";

export { handleSitePicture as GET, handleSitePicture as HEAD };
