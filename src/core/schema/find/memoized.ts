/** Returns a function that computes the value of each text only once. */
export function memoized<Value>(make: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, Value>();
  return (text) => {
    let value = known.get(text);
    if (value === undefined) known.set(text, (value = make(text)));
    return value;
  };
}
