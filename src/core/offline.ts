/** What the service worker and the page say to each other. */

/** Of the download that makes the page work without a network. */
export type OfflineMessage =
  | { readonly type: 'offline/progress'; readonly done: number; readonly total: number }
  | { readonly type: 'offline/failed'; readonly message: string };

/** A file of the built page, as the build lists it for the service worker. */
export interface PrecachedFile {
  /** Relative to the service worker. */
  readonly url: string;
  /** Changes with the content; null where the name already does. */
  readonly revision: string | null;
  /** What a browser checks the file against. */
  readonly integrity?: string;
  readonly bytes: number;
}
