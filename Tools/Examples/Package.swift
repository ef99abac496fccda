// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "MyViewer",
    dependencies: [.package(name: "TileKit", path: "../TileKit")],
    targets: [
        .executableTarget(
            name: "MyViewer",
            dependencies: [
                .product(name: "SDLPresenter", package: "TileKit"),
                .product(name: "ScrollLayers", package: "TileKit"),
                .product(name: "TileViewing", package: "TileKit"),
                .product(name: "TiledLayers", package: "TileKit"),
            ])
    ]
)
