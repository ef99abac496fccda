import Compositing
import TileViewing
import ToolSupport

/// Writes a view of a file as an image.
@MainActor
struct ScreenshotWriter {
    private let settings: ViewerSettings

    init(_ settings: ViewerSettings) {
        self.settings = settings
    }

    /// Writes the image; tiles that could not be loaded are reported, and the image is written all the same.
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
