const look = [
  'space-y-4 leading-7 wrap-anywhere',
  '[&_h2]:mt-8 [&_h2]:text-xl [&_h2]:font-semibold [&_h3]:mt-6 [&_h3]:text-lg [&_h3]:font-semibold',
  '[&_h4]:font-semibold [&_a]:text-primary [&_a]:underline [&_a]:underline-offset-4',
  '[&_ul]:list-disc [&_ul]:pl-6 [&_ol]:list-decimal [&_ol]:pl-6 [&_img]:max-w-full',
  '[&_blockquote]:border-l-4 [&_blockquote]:pl-4 [&_blockquote]:text-muted-foreground',
  '[&_code]:bg-muted [&_code]:rounded [&_code]:px-1 [&_pre]:bg-muted [&_pre]:rounded-md',
  '[&_pre]:overflow-x-auto [&_pre]:p-4 [&_table]:block [&_table]:overflow-x-auto',
  '[&_td]:border [&_td]:px-3 [&_td]:py-1 [&_th]:border [&_th]:px-3 [&_th]:py-1',
].join(' ');

/** Shows the text of a post. The server has removed everything that could run code. */
export function PostBody({ html }: { html: string }) {
  // oxlint-disable-next-line react/no-danger -- `renderMarkdown` of the server is the only source
  return <div className={look} dangerouslySetInnerHTML={{ __html: html }} />;
}
