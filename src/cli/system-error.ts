/** Errors of the operating system as one sentence: which path, what was expected, what is in the way. */

import { messageOf } from '../core/errors.ts';

/** What is in the way, by the names of `errno(3)`. */
const CAUSES: Readonly<Record<string, string>> = {
  EACCES: 'permission is denied',
  EBUSY: 'it is in use',
  EDQUOT: 'the quota is used up',
  EEXIST: 'a file is in its place',
  EISDIR: 'a folder is in its place',
  ELOOP: 'its links go in a circle',
  EMFILE: 'too many files are open',
  ENAMETOOLONG: 'the name is too long',
  ENOENT: 'there is none',
  ENOSPC: 'the device is full',
  ENOTDIR: 'a part of the path is a file and not a folder',
  EPERM: 'the system does not permit it',
  EROFS: 'the file system is read-only',
};

/** What was being done, by the names of the system's calls. */
const VERBS: Readonly<Record<string, string>> = {
  mkdir: 'make',
  open: 'open',
  read: 'read',
  rename: 'replace',
  scandir: 'list',
  unlink: 'remove',
  write: 'write',
};

/**
 * One sentence on what was thrown: `PATH: expected to write it, but the device is full`; the message as it is when
 * the system has no part in it.
 *
 * @param place stands where the error names no path
 */
export function describeSystemError(error: unknown, place?: string): string {
  if (!(error instanceof Error)) return messageOf(error);
  const { code, path = place, syscall = '' } = error as NodeJS.ErrnoException;
  const cause = code === undefined ? undefined : CAUSES[code];
  if (cause === undefined || path === undefined) return error.message;
  return `${path}: expected to ${VERBS[syscall] ?? 'use'} it, but ${cause}`;
}
