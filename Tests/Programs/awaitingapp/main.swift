import LayerTree
import SDLPresenter
import VectorDrawing

/// Stands for what an app reads before its window opens.
@MainActor
func loadColor() async throws -> Color {
    try await Task.sleep(for: .milliseconds(10))
    return Color(red: 0, green: 1, blue: 0)
}

do {
    let color = try await loadColor()
    try await LayerWindow(title: "First", size: Size(width: 200, height: 100)).runUntilClosed { window in
        do {
            try await LayerWindow(title: "Other").runUntilClosed { _ in }
        } catch {
            print(error)
        }
        window.root.backgroundColor = try await loadColor()
        window.onEvent = { [unowned window] event in
            guard case .key(let key) = event.kind, key.key == .escape, key.isDown else { return false }
            window.close()
            return true
        }
    }
    print("first")
    try await LayerWindow(title: "Second", size: Size(width: 200, height: 100)).runUntilClosed { window in
        window.root.backgroundColor = color
        try await Task.sleep(for: .milliseconds(10))
        window.close()
    }
    print("second")
    try await LayerWindow(title: "Third").runUntilClosed { _ in throw CancellationError() }
} catch {
    print(error)
}
