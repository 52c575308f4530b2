const widths = ['78%', '60%', '68%', '84%', '54%'];

/** Bars in place of lines of text. Like the loading dial they appear only after 150 ms. */
export function Skeleton({ lines = 3 }: Readonly<{ lines?: number }>) {
  return (
    <div role="status" className="ls-stack ls-gap-10 ls-appear">
      <span className="ls-hidden">Loading...</span>
      {Array.from({ length: lines }, (_, index) => (
        <div key={index} className="ls-bone" style={{ width: widths[index % widths.length] }} />
      ))}
    </div>
  );
}
