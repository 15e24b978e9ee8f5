# Sourced by ./run and ./test: makes .venv from a lock, once, and again when the lock changes.

find_python() {
  for candidate in ${PYTHON:-} python3 python3.14 python3.13 python3.12 python3.11 python; do
    if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
      command -v "$candidate"
      return
    fi
  done
  echo "Hexagora needs Python 3.11 or newer, and found none. Install it, or name it: PYTHON=/path/to/python3.12 $0" >&2
  return 1
}

create_venv() {
  rm -rf .venv
  "$1" -m venv .venv 2>/dev/null && return
  # Debian keeps venv in a package of its own.
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    apt-get -qq update >/dev/null && apt-get -qq install -y python3-venv >/dev/null
    rm -rf .venv
    "$1" -m venv .venv && return
  fi
  echo "Python's venv module is missing. On Debian and Ubuntu: sudo apt install python3-venv" >&2
  return 1
}

# ensure_venv LOCK: afterwards .venv holds what LOCK says (requirements-dev.lock holds all of both).
ensure_venv() {
  lock=$1
  stamp=".venv/$lock.installed"
  [ -x .venv/bin/python ] && cmp -s "$lock" "$stamp" && return
  python=$(find_python) || return 1
  if ! [ -x .venv/bin/python ] || ! .venv/bin/python -c '' 2>/dev/null; then
    create_venv "$python" || return 1
  fi
  echo "Installing what $lock names into .venv (once, about a minute) ..." >&2
  .venv/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r "$lock" || {
    echo "The packages could not be installed; nothing was started. Check the network and run $0 again." >&2
    return 1
  }
  cp "$lock" "$stamp"
}
