import { handleUploadRoute } from "@/api/uploads";

export { handleUploadRoute as GET, handleUploadRoute as POST };
