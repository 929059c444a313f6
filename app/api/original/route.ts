import { mounted } from "@/lib/page-bridge";

export const { DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT } = mounted;
