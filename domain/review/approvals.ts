/** How many approvals make a draft Active, and how many rejections send it back. */
export const REQUIRED_APPROVALS = 2;
