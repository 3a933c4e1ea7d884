/** Gives browsers without explicit resource management (WebKit) the two symbols it hangs on; import it before any class that uses them. */

// The names under which compilers that rewrite `using` look for them too.
for (const name of ['dispose', 'asyncDispose'] as const) {
  if (Symbol[name] === undefined) Object.defineProperty(Symbol, name, { value: Symbol.for(`Symbol.${name}`) });
}
