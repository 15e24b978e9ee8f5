# Sourced by ./run and ./test: makes .venv from a lock, unless it is whole.

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

# ensure_venv LOCK: afterwards .venv holds what LOCK names (requirements-dev.lock names all of both).
ensure_venv() {
  python=$(find_python) || return 1
  "$python" tools/environment.py "$1"
}
