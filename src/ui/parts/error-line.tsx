/** Why something that was asked for did not come; nothing where it did. */

export function ErrorLine({ message }: { readonly message: string | null }) {
  if (message === null) return null;
  return (
    <p class="error-line" role="alert">
      {message}
    </p>
  );
}
