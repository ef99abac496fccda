import LayerTree
import TilePyramid
import TiledLayers
import VectorDrawing

func checkerboard() -> TiledImage {
    // listing
    let pyramid = Pyramid(size: PixelSize(width: 1_000_000, height: 1_000_000))
    let board = ClosureTileDrawing(pyramid: pyramid) { index in
        let gray = (index.column + index.row).isMultiple(of: 2) ? 0.9 : 0.6
        let size = pyramid.rect(of: index).size
        return PixelBuffer.drawn(size: size) { context in
            context.fillColor = Color(red: gray, green: gray, blue: gray)
            context.fill(Rect(x: 0, y: 0, width: Double(size.width), height: Double(size.height)))
        }
    }
    let image = TiledImage(board, name: "board")
    // end
    return image
}
