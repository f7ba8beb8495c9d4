import { handleUploadRoute } from "@/http/upload-handlers";

export { handleUploadRoute as GET, handleUploadRoute as POST };
