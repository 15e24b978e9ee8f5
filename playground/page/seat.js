// Who this tab is and where it looks: kept in the address (#maud/3000) and for the tab, so that two
// tabs can be two people and a reload changes nothing.

const KEY = "hexagora.seat";

/** {username, channel}: from the address, else from this tab's memory. */
export function remembered() {
  const [username, channel] = decodeURIComponent(location.hash.slice(1)).split("/");
  if (username) return { username, channel: channel ?? null };
  const [before, place] = (sessionStorage.getItem(KEY) ?? "/").split("/");
  return { username: before || null, channel: place || null };
}

export function remember(username, channel) {
  const seat = `${username}/${channel ?? ""}`;
  sessionStorage.setItem(KEY, seat);
  if (location.hash.slice(1) !== seat) history.replaceState(null, "", `#${seat}`);
}
