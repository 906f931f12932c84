/** Special events for which Amazon recommends budget rules. */
export const events = [
  { eventId: "c92869a2-fe6f-56ac-ba86-d08388396936", eventName: "Easter", startDate: "20260322", endDate: "20260405", suggestedBudgetIncreasePercent: 24 }, // prettier-ignore
  { eventId: "1b943597-d48e-5147-abd1-7ed20fcb693c", eventName: "Mother's Day", startDate: "20260507", endDate: "20260510", suggestedBudgetIncreasePercent: 20 }, // prettier-ignore
  { eventId: "553ddee0-8178-544b-a54a-f8918d21ad5f", eventName: "Father's Day", startDate: "20260613", endDate: "20260621", suggestedBudgetIncreasePercent: 38 }, // prettier-ignore
];
