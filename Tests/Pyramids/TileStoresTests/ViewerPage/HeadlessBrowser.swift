import Foundation
import ImageCodecs
import TestSupport
import TilePyramid

/// Chromium without a window, installed by `Tools/setup --browser`.
struct HeadlessBrowser {
    /// The path of the browser; `nil` if there is none.
    static let program = ["chromium", "chromium-browser", "google-chrome"].lazy
        .flatMap { name in
            (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map { "\($0)/\(name)" }
        }
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    /// The reason for skipping tests without a browser.
    static let reason = "no Chromium was found: Tools/setup --browser installs it"

    /// The most seconds that the browser may run.
    private static let patience = 600

    /// A screenshot of a page: samples of red, green and blue, row by row.
    struct Screenshot {
        let size: PixelSize
        let pixels: [UInt32]

        /// The color of a pixel.
        func color(_ x: Int, _ y: Int) -> ReferenceImage.Color {
            let pixel = Int32(pixels[y * size.width + x] & 0xFF_FFFF)
            return [pixel >> 16, pixel >> 8 & 255, pixel & 255, 0]
        }
    }

    /// A script that delays the load event of a page until a condition holds.
    ///
    /// Requesting one image after the other keeps the page loading, and the browser waits for that.
    static func hold(until condition: String) -> String {
        """
        <script>
        function hold(count) {
          if (\(condition)) return;
          const image = new Image();
          image.onerror = () => hold(count + 1);
          image.src = `nothing-${count}.png`;
        }
        hold(0);
        </script>
        """
    }

    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// The most pixels by which a window is larger than its page.
    ///
    /// The page is that much smaller until the screenshot is taken, and what is below is not drawn before.
    private static let decoration = 200

    /// Shows a page in a window and takes a screenshot when it has loaded.
    ///
    /// The screenshot has at least `size` CSS pixels of the page.
    func screenshot(of page: String, size: PixelSize, density: Int = 1) throws -> Screenshot {
        let file = folder.path("screenshot.png")
        _ = try run([
            "--window-size=\(size.width + Self.decoration),\(size.height + Self.decoration)",
            "--force-device-scale-factor=\(density)",
            "--screenshot=\(file)", page,
        ])
        let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: file)))
        return try TileDecoder().decode(bytes, name: file) { tile in
            let pixels = try [UInt32](unsafeUninitializedCapacity: tile.size.area) { buffer, count in
                try tile.write(to: buffer)
                count = buffer.count
            }
            return Screenshot(size: tile.size, pixels: pixels)
        }
    }

    /// The title of a page after its scripts have run.
    func title(of page: String) throws -> String? {
        let text = try run(["--window-size=800,600", "--dump-dom", page])
        guard let start = text.range(of: "<title>"), let end = text.range(of: "</title>") else { return nil }
        return String(text[start.upperBound..<end.lowerBound])
    }

    private func run(_ arguments: [String]) throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments =
            ["timeout", "\(Self.patience)", Self.program ?? "", "--headless", "--no-sandbox", "--disable-gpu"]
            + ["--force-prefers-reduced-motion", "--hide-scrollbars", "--user-data-dir=\(folder.path("profile"))"]
            + arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let text = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: text, as: UTF8.self)
    }
}
