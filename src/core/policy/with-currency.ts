export const withCurrency = (amount: number, currency: string | undefined): string =>
  currency === undefined ? String(amount) : `${amount} ${currency}`;
