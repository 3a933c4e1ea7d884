/** Fetches the Python that goes along with exports; it lies beside the page. */

import { PYTHON_FILES, type PythonFiles } from '../../interop/experiment.ts';

export async function fetchPython(baseUrl: string): Promise<PythonFiles> {
  const texts = await Promise.all(PYTHON_FILES.map(async (name) => [name, await textOf(name, baseUrl)] as const));
  return Object.fromEntries(texts) as PythonFiles;
}

async function textOf(name: string, baseUrl: string): Promise<string> {
  const url = new URL(`export/${name}`, baseUrl);
  const response = await fetch(url);
  if (!response.ok) throw new Error(`export: expected ${url} to load, got status ${response.status}`);
  return response.text();
}
