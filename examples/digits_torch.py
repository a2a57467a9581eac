"""Train a small convolutional network on scikit-learn's handwritten digits with PyTorch."""

import argparse
import json
import time

import torch
import torch.nn.functional as F
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split
from torch import nn, optim
from torch.utils.data import DataLoader, TensorDataset


class Net(nn.Module):
    """Two convolutions and two fully connected layers, for images of 8 x 8 pixels."""

    def __init__(self, classes=10):
        super().__init__()
        self.conv1 = nn.Conv2d(1, 32, kernel_size=3, padding=1)
        self.conv2 = nn.Conv2d(32, 64, kernel_size=3, padding=1)
        self.pool = nn.MaxPool2d(2)
        self.relu = nn.ReLU()
        self.flatten = nn.Flatten()
        self.fc1 = nn.Linear(64 * 2 * 2, 128)
        self.fc2 = nn.Linear(128, classes)

    def forward(self, x):
        x = self.pool(self.relu(self.conv1(x)))  # 8 x 8 -> 4 x 4
        x = self.pool(self.relu(self.conv2(x)))  # 4 x 4 -> 2 x 2
        x = self.flatten(x)
        x = self.relu(self.fc1(x))
        return self.fc2(x)


def load_data():
    """Return the training set and the test set, with standardised pixels."""
    images, labels = load_digits(return_X_y=True)
    images = (images - images.mean()) / images.std()
    images = images.reshape(-1, 1, 8, 8).astype("float32")
    train_images, test_images, train_labels, test_labels = train_test_split(
        images, labels, test_size=360, random_state=0, stratify=labels
    )
    return (
        TensorDataset(torch.tensor(train_images), torch.tensor(train_labels)),
        TensorDataset(torch.tensor(test_images), torch.tensor(test_labels)),
    )


def train(model, loader, optimizer):
    """Train for one epoch and return the mean loss."""
    model.train()
    total = 0.0
    for images, labels in loader:
        optimizer.zero_grad()
        loss = F.cross_entropy(model(images), labels)
        loss.backward()
        optimizer.step()
        total += loss.item() * len(images)
    return total / len(loader.dataset)


def evaluate(model, loader):
    """Return the share of images that the model classifies correctly."""
    model.eval()
    correct = 0
    with torch.no_grad():
        for images, labels in loader:
            predictions = model(images).argmax(dim=1)
            correct += (predictions == labels).sum().item()
    return correct / len(loader.dataset)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--result", metavar="FILE", help="write losses, accuracy and time as JSON")
    parser.add_argument("--save", metavar="FILE", help="save the trained weights")
    args = parser.parse_args()

    torch.manual_seed(0)
    train_set, test_set = load_data()
    train_loader = DataLoader(train_set, batch_size=64, shuffle=True)
    test_loader = DataLoader(test_set, batch_size=256)

    model = Net()
    # With the default eps of 1e-8, weights whose gradients are nearly zero would take full steps.
    optimizer = optim.Adam(model.parameters(), lr=2e-3, eps=1e-4)

    start = time.perf_counter()
    losses = []
    for epoch in range(1, args.epochs + 1):
        losses.append(train(model, train_loader, optimizer))
        print(f"epoch {epoch}/{args.epochs}  loss {losses[-1]:.4f}")
    accuracy = evaluate(model, test_loader)
    seconds = time.perf_counter() - start
    print(f"test accuracy {accuracy:.2%} after {seconds:.1f} s")

    if args.result:
        with open(args.result, "w") as file:
            json.dump({"losses": losses, "accuracy": accuracy, "seconds": seconds}, file)
    if args.save:
        torch.save(model.state_dict(), args.save)


if __name__ == "__main__":
    main()
