import Compositing
import TileViewing
import ToolSupport

/// Writes what a viewer would show as a picture.
@MainActor
struct ScreenshotWriter {
    private let settings: ViewerSettings

    init(_ settings: ViewerSettings) {
        self.settings = settings
    }

    /// Writes the picture of a file; tiles that could not be loaded are named, and the picture is written all the same.
    func write(_ file: String, to outputPath: String) -> ExitStatus {
        do {
            let screenshot = try Screenshot.take(of: file, settings)
            try PNGExport.write(Compositor().draw(screenshot.frame), to: outputPath)
            for failure in screenshot.failures {
                Console.message("tileview: \(file): \(failure)")
            }
            return screenshot.failures.isEmpty ? .success : .badInput
        } catch {
            Console.message("tileview: \(error)")
            return ExitStatus(error)
        }
    }
}
