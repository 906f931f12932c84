/** If a call was not allowed to run, the model reads one of these texts in place of the result. */
export const reasons = {
  denied: "The person has denied this call.",
  changed: "The person has changed the values of this call.",
  notAnswered: "The person has not answered.",
};
