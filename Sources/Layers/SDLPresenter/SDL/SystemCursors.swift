internal import CSDL2
internal import LayerTree

/// The system's cursors that have been shown (SDL_CreateSystemCursor); they are freed with this object.
@MainActor
final class SystemCursors {
    private var cursors: [UInt32: OpaquePointer] = [:]

    /// Shows a cursor (SDL_SetCursor); if the system does not have it, the previous cursor stays.
    func show(_ cursor: Cursor) {
        let name = cursor.systemCursor
        guard let pointer = cursors[name.rawValue] ?? SDL_CreateSystemCursor(name) else { return }
        cursors[name.rawValue] = pointer
        SDL_SetCursor(pointer)
    }

    isolated deinit {
        // The video subsystem frees all cursors when it ends, which may be before.
        guard SDL_WasInit(SDL_INIT_VIDEO) != 0 else { return }
        cursors.values.forEach(SDL_FreeCursor)
    }
}

extension Cursor {
    /// The corresponding cursor of the system.
    var systemCursor: SDL_SystemCursor {
        switch self {
        case .arrow: SDL_SYSTEM_CURSOR_ARROW
        case .pointingHand, .openHand: SDL_SYSTEM_CURSOR_HAND
        case .closedHand, .move: SDL_SYSTEM_CURSOR_SIZEALL
        case .crosshair, .zoom: SDL_SYSTEM_CURSOR_CROSSHAIR
        case .text: SDL_SYSTEM_CURSOR_IBEAM
        case .resizeLeftRight: SDL_SYSTEM_CURSOR_SIZEWE
        case .resizeUpDown: SDL_SYSTEM_CURSOR_SIZENS
        case .resizeDownRight: SDL_SYSTEM_CURSOR_SIZENWSE
        case .resizeUpRight: SDL_SYSTEM_CURSOR_SIZENESW
        }
    }
}
