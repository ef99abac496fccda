internal import ArgumentParser
internal import Compositing
internal import Glibc
internal import ImageCodecs
internal import LayerGallery
internal import LayerTree
internal import TilePyramid
internal import TiledLayers
internal import ToolSupport
internal import VectorDrawing

/// Writes pictures of the gallery into a folder.
@MainActor
struct PictureWriter {
    /// The folder, which is created if it does not exist.
    let folder: String
    /// Pixels for each point.
    let scale: Double

    /// Writes the pictures of a demo at its times, or that of the gallery.
    func write(_ demo: Demo?) throws {
        guard mkdir(folder, 0o777) == 0 || errno == EEXIST else {
            let cause = String(cString: strerror(errno))
            Console.message(
                "layerdemo: \(folder): the folder cannot be created (\(cause)); check that the folder above it exists and may "
                    + "be written to.")
            throw ExitCode(ExitStatus.cannotCreate.rawValue)
        }
        guard let demo else {
            let width = Int(1032 * scale)
            let wall = GalleryWall(size: PixelSize(width: width, height: width), scale: scale, clock: ManualClock())
            let size = PixelSize(width: width, height: Int((wall.height * scale).rounded(.up)))
            wall.resize(to: size, scale: scale)
            try write(Compositor().draw(wall.scene.frame()), as: "gallery")
            return
        }
        let player = DemoPlayer(demo, scale: scale)
        for time in demo.times {
            try write(player.picture(at: time), as: "\(demo.name)-\(Int((time * 1000).rounded()))")
        }
    }

    private func write(_ picture: PixelBuffer, as name: String) throws {
        let path = "\(folder)/\(name).png"
        try picture.write(to: path, as: .png)
        print("\(path): \(picture.size) pixels")
    }
}
