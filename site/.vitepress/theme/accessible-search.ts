/**
 * Corrects the roles and names of VitePress's search, which VitePress cannot configure. The box of the search has the role of
 * a button, although it contains buttons, and the results have the role of options, although they are links with names that
 * differ from their texts.
 */
export function correctSearch(): void {
  new MutationObserver(() => {
    const box = document.querySelector(".VPLocalSearchBox");
    if (box === null) return;
    box.setAttribute("role", "dialog");
    for (const name of ["aria-expanded", "aria-haspopup", "aria-owns"]) box.removeAttribute(name);
    for (const part of box.querySelectorAll('[role="listbox"], [role="option"]'))
      for (const name of ["role", "aria-selected", "aria-labelledby"]) part.removeAttribute(name);
    for (const result of box.querySelectorAll(".result[aria-label]")) result.removeAttribute("aria-label");
    for (const key of box.querySelectorAll("kbd[aria-label]")) key.setAttribute("role", "img");
  }).observe(document.documentElement, { subtree: true, childList: true });
}
